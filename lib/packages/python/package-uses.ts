/** Finds what reviewers look at in the code of a Python package. It searches the text, so it also finds comments. */
import type { FolderFile } from '../../kernel/zip/read-zip.ts'

const IMPORT = (names: string) => new RegExp(`^[ \\t]*(?:from|import)[ \\t]+(?:${names})\\b`, 'm')

/** The labels that reviewers see; "missing …" names what the sandbox does not have. */
const USES: readonly (readonly [string, RegExp])[] = [
  ['fetch', IMPORT('urllib\\.request|http\\.client|requests|httpx|aiohttp|urllib3|pyodide\\.http')],
  ['JavaScript', IMPORT('js|pyodide|pyodide_js')],
  ['code generation', /(?<![\w.])(?:exec|eval)\(/],
  ['import hooks', /\bsys\.(?:meta_path|path_hooks)\b/],
  ['missing programs', IMPORT('subprocess|multiprocessing')],
  ['missing threads', IMPORT('threading|_thread|concurrent\\.futures')],
  ['missing sockets', IMPORT('socket|socketserver|ssl|selectors')],
  ['missing ctypes', IMPORT('ctypes|cffi')],
]

export function findPackageUses(files: readonly FolderFile[]): string[] {
  const sources = files
    .filter(({ path }) => path.endsWith('.py'))
    .map(({ bytes }) => Buffer.from(bytes).toString())
  return USES.flatMap(([use, pattern]) =>
    sources.some((source) => pattern.test(source)) ? [use] : [],
  ).sort()
}
