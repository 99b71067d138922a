/** The folder that `wrangler deploy` takes: the box's own dispatcher and harness, and the door before them. */
import fs from 'node:fs'
import path from 'node:path'
import { bundleHarness } from '../bundle-harness.ts'

const ISOLATE = path.join(import.meta.dirname, '../isolate')
/** Trusted code beside the loader; the rest of `../isolate` becomes the text that each fresh isolate is given. */
const MODULES = ['dispatcher.js', 'egress.js', 'calls.js']

/** Names are those that the dispatcher imports, as in `../isolate/sandbox.capnp`. Returns the files it wrote. */
export function writeWorker(folder: string): string[] {
  fs.mkdirSync(folder, { recursive: true })
  const written: string[] = []
  const copy = (from: string, name: string) => {
    fs.copyFileSync(from, path.join(folder, name))
    written.push(name)
  }
  for (const name of ['entry.js', 'wrangler.json']) copy(path.join(import.meta.dirname, name), name)
  for (const name of MODULES) copy(path.join(ISOLATE, name), name)
  written.push(path.basename(bundleHarness(path.join(folder, 'harness.txt'))))
  return written
}
