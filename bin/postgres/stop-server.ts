/** Stops a server "fast": open transactions are rolled back, everything is on disk, then it exits. */
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, IS_WINDOWS, program } from './binaries.ts'
import { isServerOf } from './pid-file.ts'

const STOP_WITHIN_MS = 20_000

/** Answers when it is gone. Does nothing when it is gone already. */
export async function stopServer(dataDir: string, pid: number, binaries: Binaries): Promise<void> {
  if (!isServerOf(dataDir, pid)) return
  if (IS_WINDOWS) {
    spawnSync(program(binaries, 'pg_ctl'), ['stop', '-D', dataDir, '-m', 'fast', '-w'], { stdio: 'ignore' })
  } else {
    process.kill(pid, 'SIGINT')
  }
  const deadline = Date.now() + STOP_WITHIN_MS
  while (isServerOf(dataDir, pid) && Date.now() < deadline) await sleep(10)
}
