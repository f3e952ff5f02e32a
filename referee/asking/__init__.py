"""From words to commands: what a mail asks. Never whether its sender may."""
