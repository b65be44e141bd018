"""What `script/server` runs: a private Valkey, the web server and the workers, started and stopped together."""
