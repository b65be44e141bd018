import sys

from config.supervisor.server import main

sys.exit(main())
