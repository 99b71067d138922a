/** `sandbox snapshot`: Python, booted once and pictured, so that no start has to. */
import fs from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '#sandboxd/cache-folder.ts'
import { prepareSetup } from '#sandboxd/prepare-setup.ts'
import { findSnapshot, snapshotFile } from '#sandboxd/python-engine.ts'
import { makeScratch } from '#sandboxd/scratch.ts'
import { dataFolder } from '../data-folder.ts'
import type { Command } from './command.ts'

export const sandboxSnapshotCommand: Command = {
  summary: 'Prepare Python, so that the first start need not.',
  usage: '[--into FOLDER]',
  options: {
    into: 'where to keep it; where npm start looks for it when left out, GUILDHALL_SANDBOX_CACHE for sandboxd alone',
  },
  words: 0,
  meetsDatabase: false,
  async run({ options }) {
    const into = options.into ?? (process.env.GUILDHALL_SANDBOX_CACHE ? cacheFolder() : startsCache())
    const folder = makeScratch()
    try {
      const setup = prepareSetup(folder)
      const wasThere = fs.existsSync(snapshotFile(setup, into))
      const startedMs = performance.now()
      const file = await findSnapshot(setup, into)
      const json = {
        file,
        wasThere,
        sizeBytes: fs.statSync(file).size,
        tookMs: Math.round(performance.now() - startedMs),
      }
      return { text: textOf(json), json }
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** The folder that bin/supervisor/start-site.ts names to its sandbox. */
function startsCache(): string {
  return path.join(dataFolder(), 'sandbox')
}

function textOf({
  file,
  wasThere,
  sizeBytes,
  tookMs,
}: Record<string, unknown> & { sizeBytes: number; tookMs: number }) {
  const size = `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
  return wasThere
    ? `Python is prepared already: ${file} (${size}).`
    : `Python is prepared: ${file} (${size}, in ${(tookMs / 1000).toFixed(1)} s).`
}
