/** Finds the packages that the programs of a skill need besides the standard libraries of Python and Node. */
import { isBuiltin } from 'node:module'

type Script = { path: string; text?: string }

const MAX_NAMES = 20

/** `sys.stdlib_module_names` of Python. */
const PYTHON = new Set(
  `
  abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii
  bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses
  dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
  faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass
  gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect
  io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math
  mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers
  opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
  poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue
  quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex
  shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
  sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog
  tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize
  tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu
  uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile
  zipimport zlib zoneinfo _thread
`.split(/\s+/),
)

/** Returns imported packages, and programs started with `subprocess`, by name; at most MAX_NAMES. */
export function findNeededPackages(scripts: readonly Script[]): string[] {
  const own = new Set(scripts.flatMap(({ path }) => path.replace(/\.\w+$/, '').split('/')))
  const names = scripts.flatMap(({ path, text = '' }) => {
    if (path.endsWith('.py')) return pythonNames(text).filter((name) => !PYTHON.has(name) && !own.has(name))
    return /\.[mc]?[jt]s$/.test(path) ? nodeNames(text).filter((name) => !isBuiltin(name)) : []
  })
  return [...new Set(names)].sort().slice(0, MAX_NAMES)
}

function pythonNames(text: string): string[] {
  const programs = text.matchAll(/\bsubprocess\.\w{1,20}\(\s{0,40}\[\s{0,40}["']([\w-]{1,60})["']/g)
  return [
    ...firstGroups(text.matchAll(/^[ \t]*from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import\b/gm)),
    ...firstGroups(text.matchAll(/^[ \t]*import[ \t]+([A-Za-z_]\w*)/gm)),
    ...firstGroups(programs),
  ]
}

function nodeNames(text: string): string[] {
  const imported = text.matchAll(/(?:\brequire\(|\bfrom|^import)[ \t]*["']([@\w][\w@./:-]{0,200})["']/gm)
  return firstGroups(imported).map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name)
}

function firstGroups(matches: Iterable<RegExpExecArray>): string[] {
  return [...matches].map(([, name]) => name!)
}
