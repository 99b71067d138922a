/** Well-known npm packages that skills cannot use, or not as usual: why, and what to try instead. Each alternative is measured by `npm run reach`. */

const NATIVE = 'needs a native add-on, which the sandbox cannot load'
const CODE = 'creates code from text, which skills must not do'
const SOCKETS = 'opens network sockets, and skills only have fetch'
const BROWSER = 'controls a browser, which the sandbox does not have'
const WASM = 'needs WebAssembly, which packages cannot compile in the sandbox'
const DATABASE = 'Try an HTTP API of the database, with fetch.'

// biome-ignore format: table
const UNSUITED: Readonly<Record<string, readonly [reason: string, alternative?: string]>> = {
  sharp: [NATIVE, 'Try jimp, which reads and writes JPEG in the sandbox, but not PNG.'],
  canvas: [NATIVE, 'Write SVG instead.'],
  bcrypt: [NATIVE, 'Try bcryptjs.'],
  argon2: [NATIVE, 'Try @noble/hashes/argon2.js.'],
  re2: [NATIVE, 'Try re2js.'],
  'better-sqlite3': [NATIVE],
  sqlite3: [NATIVE],
  'onnxruntime-node': [NATIVE],
  'sql.js': [WASM],
  ajv: [CODE, 'Try zod, valibot or validator.'],
  handlebars: [CODE, 'Try mustache.'],
  ejs: [CODE, 'Try mustache.'],
  pug: [CODE, 'Try mustache.'],
  nunjucks: [CODE, 'Try mustache.'],
  pg: [SOCKETS, DATABASE],
  postgres: [SOCKETS, DATABASE],
  mysql2: [SOCKETS, DATABASE],
  mongodb: [SOCKETS, DATABASE],
  mongoose: [SOCKETS, DATABASE],
  ioredis: [SOCKETS, DATABASE],
  redis: [SOCKETS, DATABASE],
  nodemailer: [SOCKETS, 'Try the HTTP API of a mail service, with fetch.'],
  got: [SOCKETS, 'Try fetch.'],
  undici: [SOCKETS, 'Try fetch.'],
  imapflow: [SOCKETS, 'Try the HTTP API of a mail service, with fetch.'],
  ssh2: [SOCKETS],
  puppeteer: [BROWSER, 'Try fetch, and cheerio or linkedom.'],
  'puppeteer-core': [BROWSER, 'Try fetch, and cheerio or linkedom.'],
  playwright: [BROWSER, 'Try fetch, and cheerio or linkedom.'],
  'playwright-core': [BROWSER, 'Try fetch, and cheerio or linkedom.'],
  crawlee: [BROWSER, 'Try fetch, and cheerio or linkedom.'],
}

/** Returns a sentence for publishers; undefined for a package that is not in the table. */
export function unsuitedPackage(name: string): string | undefined {
  if (!Object.hasOwn(UNSUITED, name)) return undefined
  const [reason, alternative] = UNSUITED[name]!
  return [`${name} ${reason}.`, alternative].filter(Boolean).join(' ')
}

/** Returns what to try instead of a package; undefined if nothing is known. */
export function alternativeTo(name: string): string | undefined {
  return Object.hasOwn(UNSUITED, name) ? UNSUITED[name]?.[1] : undefined
}
