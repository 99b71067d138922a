import fs from 'node:fs'
import { expect, test } from 'vitest'
import { connectSandbox } from '../../lib/sandbox/sandbox-client.ts'
import { pythonReady } from '../../lib/testing/wait-for-python.ts'
import { cacheFolder, withScratch } from '../os/scratch-folder.ts'
import { preparePythonEngine } from '../python/python-engine.ts'
import { createJavascriptEngine, findWorkerd } from './sandbox-engine.ts'

test('engines that a sandboxd has compiled are prepared without compiling them again', async () => {
  await pythonReady(connectSandbox())
  const binary = { ...findWorkerd(), path: '/a/missing/compiler' }

  await withScratch(async (folder) => {
    const javascript = createJavascriptEngine(binary, folder)
    const setup = { binary, folder } as Parameters<typeof preparePythonEngine>[0]
    const python = await preparePythonEngine(setup, cacheFolder())

    expect(fs.statSync(javascript.config).size).toBeGreaterThan(1_000)
    expect(fs.statSync(python.config).size).toBeGreaterThan(10_000_000)
    expect(python.canPrewarm).toBe(true)
  })
})
