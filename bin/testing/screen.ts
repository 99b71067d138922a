/** Where the words of a phase go. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Screen = {
  log: (message: string) => void
  /** For the output of a program. */
  stdio: 'inherit' | number
  /** The phase is over. */
  end: () => void
}

/** As they come. */
export function openScreen(): Screen {
  return { log: console.log, stdio: 'inherit', end() {} }
}

/** All at once when the phase is over: two that run side by side do not talk into each other’s sentences. */
export function openAside(): Screen {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-phase-'))
  const file = path.join(folder, 'output')
  const out = fs.openSync(file, 'a')
  return {
    log: (message) => fs.writeSync(out, `${message}\n`),
    stdio: out,
    end() {
      fs.closeSync(out)
      process.stdout.write(fs.readFileSync(file))
      fs.rmSync(folder, { recursive: true })
    },
  }
}
