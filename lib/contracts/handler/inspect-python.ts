/** The parser misses some Python syntax, so only a wrong `main` is an issue. */
import { parser } from '@lezer/python'
import type { Importable } from '../packages/own-modules.ts'
import { mayHaveModule, packageOfModule } from '../packages/python-imports.ts'
import { TOO_DEEP } from './strip-types.ts'
import type { DefinitionIssue } from './syntax-tree.ts'

type Node = ReturnType<typeof parser.parse>['topNode']

export function inspectPython(source: string): DefinitionIssue[] {
  if (isDeeperThan(DEEPEST, source))
    return [{ ...ISSUE, keyword: 'syntax', message: TOO_DEEP, line: 1, column: 1 }]
  const mains = listChildren(parser.parse(source).topNode)
    .map(findFunction)
    .filter((each) => each !== null && findName(each, source) === 'main')
  // Python uses the last definition.
  const main = mains.at(-1)
  if (!main) return [{ ...ISSUE, message: 'main(args) function not found', line: 1, column: 1 }]
  if (takesSomething(main)) return []
  return [{ ...ISSUE, message: 'main must take one argument: main(args)', ...findPosition(main, source) }]
}

const NOTHING: Importable = { packages: [], modules: [] }

/** Reports text that is not Python and missing modules, by line. `params.name` is the package that would have the module. */
export function pythonHints(source: string, importable = NOTHING): DefinitionIssue[] {
  if (isDeeperThan(DEEPEST, source)) return []
  const hints: DefinitionIssue[] = []
  const errors: Node[] = []
  const own = new Set(importable.modules.map((path) => /^code\/(\w+)/.exec(path)?.[1]))
  const isImportable = (module: string) =>
    isAvailable(module) || own.has(module) || mayHaveModule(importable.packages, module)
  const add = (node: Node, message: string, name?: string) =>
    hints.push({
      ...{ path: '', keyword: name ? 'dependency' : 'hint', message, ...findPosition(node, source) },
      ...(name && { params: { name } }),
    })
  parser.parse(withKnownSyntax(source)).iterate({
    enter({ node, type }) {
      // The parser knows only some patterns of `case`.
      if (type.isError && !isInside(node, 'MatchStatement')) errors.push(node)
      // Code usually tries imports that may fail.
      if (type.name === 'ImportStatement' && !isInside(node, 'TryStatement')) {
        for (const module of importedModules(node, source).filter((each) => !isImportable(each))) {
          const name = packageOfModule(module)
          add(node, `${module} is not available: ${name} is not in the dependencies of this SkillSet`, name)
        }
      }
    },
  })
  // The first error may cause the others.
  for (const node of errors.slice(0, 1)) add(node, 'this does not look like valid Python')
  return hints
}

function isInside(node: Node, name: string): boolean {
  return node.parent !== null && (node.parent.name === name || isInside(node.parent, name))
}

/** Replaces syntax that the parser does not know, without changing positions. */
function withKnownSyntax(source: string): string {
  return source
    .replace(/\byield(?=[ \t]*(?:[)\n]|$))/g, '_____')
    .replace(/\b(\d+)\.(?![\w.])/g, '$1 ')
    .replace(/\bt(?=["'])/g, 'f')
}

/** Returns [] for a relative import. */
function importedModules(statement: Node, source: string): string[] {
  const text = source.slice(statement.from, statement.to)
  const [, from] = /^from\s+([\w.]+)/.exec(text) ?? []
  const paths = from === undefined ? text.replace(/^import/, '').split(',') : [from]
  return paths.flatMap((each) => /^\s*([A-Za-z_]\w*)/.exec(each)?.[1] ?? [])
}

function isAvailable(module: string): boolean {
  return module.startsWith('_') || PYTHON_MODULES.has(module)
}

// Python refuses more than 200; thousands take seconds.
const DEEPEST = 1_000

/**
 * Whether brackets are nested deeper than `maxDepth`. Those in strings and comments count too, because they are usually
 * balanced.
 */
function isDeeperThan(maxDepth: number, source: string): boolean {
  let open = 0
  for (const [bracket] of source.matchAll(/[([{}\])]/g)) {
    open = '([{'.includes(bracket) ? open + 1 : Math.max(0, open - 1)
    if (open > maxDepth) return true
  }
  return false
}

const ISSUE = { path: '', keyword: 'handler', params: { runtime: 'python' } }

function findFunction(statement: Node): Node | null {
  if (statement.name === 'DecoratedStatement') return statement.getChild('FunctionDefinition')
  return statement.name === 'FunctionDefinition' ? statement : null
}

function findName(definition: Node, source: string): string | undefined {
  const name = definition.getChild('VariableName')
  return name ? source.slice(name.from, name.to) : undefined
}

/** Accepts a name or `*args`. */
function takesSomething(definition: Node): boolean {
  const parameters = definition.getChild('ParamList')
  return parameters !== null && parameters.getChild('VariableName') !== null
}

function findPosition({ from }: Node, source: string): { line: number; column: number } {
  const before = source.slice(0, from).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function listChildren(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** Modules of Python 3.14 in Pyodide and of the sandbox. */
const MODULES =
  '__future__ abc annotationlib argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg csv ctypes dataclasses datetime dbm decimal difflib dis doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap modulefinder multiprocessing netrc ntpath nturl2path numbers opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty py_compile pyclbr pydoc pyexpat queue quopri random re reprlib rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess symtable sys sysconfig tabnanny tarfile tempfile termios textwrap threading time timeit token tokenize tomllib trace traceback tracemalloc tty types typing tzdata unicodedata unittest urllib uuid warnings wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo runtime skills js pyodide pyodide_js'

const PYTHON_MODULES: ReadonlySet<string> = new Set(MODULES.split(' '))
