"""What a skill finds as `runtime`: a builtin, and a module to import. `config` and `context` are put in before."""

import _guildhall


def log(*values):
    """Writes a line to the run's log."""
    _guildhall.log(" ".join(str(value) for value in values))


def progress(fraction, note=""):
    """Tells how far the run is, 0 to 1."""
    _guildhall.progress(float(fraction), str(note))


class _Secrets:
    def get(self, name, default=None):
        """A placeholder: the value is put in on the way to the hosts that the secret is for."""
        value = config.get(name)  # noqa: F821
        return value if isinstance(value, str) and value.startswith("sbxsec_") else default


secrets = _Secrets()
