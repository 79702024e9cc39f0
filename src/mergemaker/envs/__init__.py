"""The engine for people who train and study agents: PettingZoo, Gymnasium, OpenSpiel, and many games at once.

`encoding` says what an observation is; `batch` steps arrays of games; the other modules dress that up for each project.
"""
