/** Runs CLI commands in this process, since starting Node takes most of a command's time. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { runCli } from '#bin/guildhall.ts'
import { freshName } from './factories.ts'

/** Creates a temporary folder and a function that runs commands in it; deleted after the file's tests. */
export function openTerminal() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-cli-'))
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  async function cli(...argv: string[]) {
    const output = { log: '', error: '' }
    const before = process.env.GUILDHALL_DATA_DIR
    process.env.GUILDHALL_DATA_DIR = folder
    const code = await runCli(argv, {
      log: (text: string) => {
        output.log += `${text}\n`
      },
      error: (text: string) => {
        output.error += `${text}\n`
      },
    })
    if (before === undefined) delete process.env.GUILDHALL_DATA_DIR
    else process.env.GUILDHALL_DATA_DIR = before
    return { code, stdout: output.log, stderr: output.error, json: () => JSON.parse(output.log) }
  }

  /** Writes `document` to a file and returns its path; strings are written unchanged. */
  function write(document: unknown): string {
    const file = path.join(folder, `${freshName('file')}.json`)
    fs.writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
    return file
  }

  return { folder, cli, write }
}
