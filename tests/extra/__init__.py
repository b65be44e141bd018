"""An app that exists only in tests: job kinds with which to break workers."""
