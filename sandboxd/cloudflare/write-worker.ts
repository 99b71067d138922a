import fs from 'node:fs'
import path from 'node:path'
import { bundleHarness } from '../engine/sandbox-engine.ts'

const ISOLATE = path.join(import.meta.dirname, '../isolate')
/** Trusted modules; the rest of `../isolate` becomes text for each fresh isolate. */
const MODULES = ['dispatcher.js', 'egress.js', 'calls.js']

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
