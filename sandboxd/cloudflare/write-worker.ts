import fs from 'node:fs'
import path from 'node:path'
import { bundleHarness } from '../engine/sandbox-engine.ts'

const ISOLATE = path.join(import.meta.dirname, '../isolate')
/** The trusted modules. The rest of `../isolate` becomes text, of which each fresh isolate is created. */
const MODULES = ['dispatcher.js', 'egress.js', 'calls.js']

/** Writes the worker's files into a folder for wrangler, and returns their names. */
export function writeCloudflareWorker(folder: string): string[] {
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
