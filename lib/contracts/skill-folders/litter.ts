/** What tools and operating systems leave in a folder. It is no part of a skill. Also runs in the browser. */

/** Folders of version control, dependencies and caches; files of operating systems and editors. */
const LITTER = [
  /(^|\/)(\.git|\.svn|\.hg|\.jj|CVS|node_modules|bower_components|\.venv|__pycache__|site-packages|__MACOSX)(\/|$)/,
  /(^|\/)(\.tox|\.nox|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.ipynb_checkpoints|\.eggs|[^/]+\.egg-info)(\/|$)/,
  /(^|\/)(\.pnpm-store|\.yarn\/(cache|unplugged)|\.parcel-cache|\.nyc_output|\.turbo|\.next\/cache|\.gradle|\.terraform)(\/|$)/,
  /(^|\/)(\.Spotlight-V100|\.Trashes|\.fseventsd|\.TemporaryItems|\$RECYCLE\.BIN)(\/|$)/,
  /(^|\/)(\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\._[^/]*|[^/]+\.py[co]|\.[^/]+\.sw[a-p]|[^/]+~)$/i,
]

export function isLitter(path: string): boolean {
  return LITTER.some((pattern) => pattern.test(path))
}

/** The file that marks a Python virtual environment, whatever its folder is called (PEP 405). */
export const VENV_MARK = 'pyvenv.cfg'

/** Returns a filter for these paths, which also leaves out virtual environments. */
export function litterAmong(paths: readonly string[]): (path: string) => boolean {
  const environments = paths
    .filter((path) => path.endsWith(`/${VENV_MARK}`))
    .map((path) => path.slice(0, -VENV_MARK.length))
  return (path) => isLitter(path) || environments.some((folder) => path.startsWith(folder))
}
