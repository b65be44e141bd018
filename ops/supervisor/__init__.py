"""What `script/server` runs: a private Redis, the web server and the workers, started and stopped together."""
