/** The folder that `wrangler deploy` takes: the box's own dispatcher and harness, file by file, and the door before them. */
import fs from 'node:fs'
import path from 'node:path'

const ISOLATE = path.join(import.meta.dirname, '../isolate')
/** Trusted code beside the loader; the rest of `../isolate` is text that each fresh isolate is given. */
const MODULES = new Set(['dispatcher.js', 'egress.js', 'calls.js'])

/** Names are those that the dispatcher imports, as in `../isolate/sandbox.capnp`. Returns the files it wrote. */
export function writeWorker(folder: string): string[] {
  fs.mkdirSync(folder, { recursive: true })
  const written: string[] = []
  const copy = (from: string, name: string) => {
    fs.copyFileSync(from, path.join(folder, name))
    written.push(name)
  }
  for (const name of ['entry.js', 'wrangler.json']) copy(path.join(import.meta.dirname, name), name)
  for (const name of fs
    .readdirSync(ISOLATE)
    .filter((each) => each.endsWith('.js'))
    .sort())
    copy(path.join(ISOLATE, name), MODULES.has(name) ? name : name.replace(/\.js$/, '.txt'))
  return written
}
