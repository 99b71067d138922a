/**
 * The command line, for what a journey needs to find already done.
 *
 * Which Guildhall it reaches is told by GUILDHALL_DATA_DIR, as for every command.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs `npm run cli -- …args --json` and reads its answer. Fails with the command's own words. */
export async function guildhall<Answer>(...args: string[]): Promise<Answer> {
  const command = run(process.execPath, ['bin/guildhall.ts', ...args, '--json'])
  // Why it was refused stands in the answer, not in the message of the failure.
  const { stdout } = await command.catch((refused) =>
    Promise.reject(new Error(refused.stdout || refused.message)),
  )
  return JSON.parse(stdout)
}
