import sys

from ops.supervisor.server import main

sys.exit(main())
