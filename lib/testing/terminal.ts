/** The command line as somebody at a terminal meets it, in this process: most of a command's time is the start of Node. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { answerCommand } from '#bin/guildhall.ts'
import { freshName } from './factories.ts'

/** A folder of its own, and what types commands in it; the folder is gone after the file's tests. */
export function openTerminal() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-cli-'))
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  async function cli(...argv: string[]) {
    const said = { log: '', error: '' }
    const before = process.env.GUILDHALL_DATA_DIR
    process.env.GUILDHALL_DATA_DIR = folder
    const code = await answerCommand(argv, {
      log: (text: string) => {
        said.log += `${text}\n`
      },
      error: (text: string) => {
        said.error += `${text}\n`
      },
    })
    if (before === undefined) delete process.env.GUILDHALL_DATA_DIR
    else process.env.GUILDHALL_DATA_DIR = before
    return { code, stdout: said.log, stderr: said.error, json: () => JSON.parse(said.log) }
  }

  /** The path of a file that holds `document`; a text as it is. */
  function write(document: unknown): string {
    const file = path.join(folder, `${freshName('file')}.json`)
    fs.writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
    return file
  }

  return { folder, cli, write }
}
