"""
Runs Orca. It writes what it says into the file that the first argument names, line by line.

The program `orca` is not used: it writes its log in blocks, and would end the screen reader of the person at this machine.
"""
import sys

from orca import debug, orca

debug.debugFile = open(sys.argv[1], "w", buffering=1, encoding="utf-8")
debug.debugLevel = debug.LEVEL_INFO
# Nobody needs to read an echo of each key.
settings = {"enableSpeech": True, "enableBraille": False, "enableKeyEcho": False}
orca.getSettingsManager().activate(None, settings)
sys.exit(orca.main())
