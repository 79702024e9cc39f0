"""Where the magnate learns: games against itself, a network fitted to who won them, generation after generation.

`self_play` makes positions on all cores, `network_fit` fits a network to them with PyTorch (extra `train`), and
`generations` goes from nothing to weights that play, one generation after the other, resumable at each.
"""
