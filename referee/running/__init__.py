"""The daemon and what stands around it. Rules on nothing."""
