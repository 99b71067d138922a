/** What tools and operating systems leave in a folder. It is no part of a skill. Also runs in the browser. */

const LITTER = [
  // Version control and dependencies.
  /(^|\/)(\.git|\.svn|\.hg|\.jj|\.bzr|_darcs|CVS|node_modules|bower_components|jspm_packages|\.venv|site-packages|__pypackages__|\.pixi|\.conda|\.bundle)(\/|$)/,
  // Caches and coverage of Python.
  /(^|\/)(__pycache__|\.tox|\.nox|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.hypothesis|\.pyre|\.pytype|\.ipynb_checkpoints|\.eggs|\.pdm-build|htmlcov|[^/]+\.egg-info)(\/|$)/,
  // Caches and outputs of JavaScript and of other builds, with names that only tools give.
  /(^|\/)(\.cache|\.npm|\.pnpm-store|\.yarn\/(cache|unplugged)|\.parcel-cache|\.nyc_output|\.turbo|\.next|\.nuxt|\.svelte-kit|\.vite|\.angular|\.sass-cache|\.gradle|\.terraform|\.serverless|\.aws-sam|\.vercel|\.netlify|\.wrangler|\.direnv|\.devenv)(\/|$)/,
  // Settings of editors, and histories of assistants.
  /(^|\/)(\.idea|\.vscode|\.vs|\.fleet|\.zed|\.history|\.specstory|\.aider\.[^/]+|\.claude\/settings\.local\.json)(\/|$)/,
  // Folders of operating systems.
  /(^|\/)(__MACOSX|\.Spotlight-V100|\.Trashes|\.Trash-\d+|\.fseventsd|\.TemporaryItems|\.AppleDouble|\$RECYCLE\.BIN)(\/|$)/,
  // Files of operating systems and editors, copies, logs and compiled Python.
  /(^|\/)(\.DS_Store|Thumbs\.db(:encryptable)?|ehthumbs(_vista)?\.db|desktop\.ini|\.apdisk|\.directory|Icon\r|\._[^/]*|\.nfs[0-9a-f]+|\.fuse_hidden\w+)$/i,
  /(^|\/)([^/]+\.py[cod]|\.?[^/]+\.sw[a-px]|[^/]+~|#[^/]+#|\.#[^/]+|~\$[^/]+|\.~lock\.[^/]+#|[^/]+\.(orig|rej|iml)|\.coverage|\.dmypy\.json|\.(es|style)lintcache|\.pnp\.(cjs|loader\.mjs)|(npm|yarn|pnpm)-(debug|error)\.log|\.yarn\/install-state\.gz)$/i,
]

/** Whether a path is litter by itself. Virtual environments need `createLitterFilter`. */
export function isLitter(path: string): boolean {
  return LITTER.some((pattern) => pattern.test(path))
}

/** The file that marks a Python virtual environment, whatever its folder is called (PEP 405). */
export const VENV_MARK = 'pyvenv.cfg'

/** Returns a filter for these paths, which also leaves out virtual environments. */
export function createLitterFilter(paths: readonly string[]): (path: string) => boolean {
  const environments = paths
    .filter((path) => path.endsWith(`/${VENV_MARK}`))
    .map((path) => path.slice(0, -VENV_MARK.length))
  return (path) => isLitter(path) || environments.some((folder) => path.startsWith(folder))
}
