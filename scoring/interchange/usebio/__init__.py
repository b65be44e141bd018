"""USEBIO: the XML that British scoring programs write, versions 1.0 to 1.3."""
