/** Which Python package has a module: most are called as their module, and these are not. */
import { normaliseName } from './python-name.ts'

const PACKAGES: Readonly<Record<string, string>> = {
  attr: 'attrs',
  bs4: 'beautifulsoup4',
  Crypto: 'pycryptodome',
  cv2: 'opencv-python',
  dateutil: 'python-dateutil',
  docx: 'python-docx',
  dotenv: 'python-dotenv',
  fitz: 'pymupdf',
  jose: 'python-jose',
  jwt: 'pyjwt',
  Levenshtein: 'levenshtein',
  magic: 'python-magic',
  markdown_it: 'markdown-it-py',
  OpenSSL: 'pyopenssl',
  PIL: 'pillow',
  pkg_resources: 'setuptools',
  pptx: 'python-pptx',
  ruamel: 'ruamel-yaml',
  serial: 'pyserial',
  skimage: 'scikit-image',
  sklearn: 'scikit-learn',
  slugify: 'python-slugify',
  telegram: 'python-telegram-bot',
  usb: 'pyusb',
  yaml: 'pyyaml',
  zmq: 'pyzmq',
}

/** Returns the normalised name of the package that most likely has this top-level module. */
export function packageOfModule(module: string): string {
  return Object.hasOwn(PACKAGES, module) ? PACKAGES[module]! : normaliseName(module)
}

/**
 * Whether one of the packages may have the module. Only their files tell for certain, so a package counts whose name
 * contains that of the module: a wrong hint is worse than none.
 */
export function mayHaveModule(packages: readonly string[], module: string): boolean {
  const squash = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase()
  const wanted = squash(module)
  return packages.some((name) => name === packageOfModule(module) || squash(name).includes(wanted))
}
