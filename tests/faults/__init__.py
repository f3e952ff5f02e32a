"""Fault and attack runs on real servers. Each run is a module with `run`; its short form is a test, its long form is
`python -m tests.faults`.
"""
