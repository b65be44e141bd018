"""The only place that changes the state of people, clubs and roles: one function an act, each checks permission,
changes and audits in one transaction."""
