import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LANES } from '../../lib/contracts/document/skill-limits.ts'
import { cacheConfig, cachedConfigPath, copyCachedConfig } from './cached-config.ts'
import { laneSuffix } from './sandbox-engine.ts'

let folder: string
const at = (...names: string[]) => path.join(folder, ...names)
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ghconfig-'))
  fs.mkdirSync(at('sources'))
  fs.writeFileSync(at('sources', 'a.js'), '1')
  fs.writeFileSync(at('config.bin'), 'compiled')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const cachedPath = (name = 'python-1') => cachedConfigPath(at('cache'), name, [at('sources')])

test('a config is found again, for the same sources and versions only', () => {
  expect(copyCachedConfig(cachedPath(), at('copy.bin'))).toBe(false)

  cacheConfig(at('config.bin'), cachedPath())

  expect(copyCachedConfig(cachedPath(), at('copy.bin'))).toBe(true)
  expect(fs.readFileSync(at('copy.bin'), 'utf8')).toBe('compiled')
  expect(cachedPath('python-2')).not.toBe(cachedPath())
  const before = cachedPath()
  fs.writeFileSync(at('sources', 'a.js'), '2')
  expect(cachedPath()).not.toBe(before)
})

test('the configs of both lanes are cached side by side', () => {
  for (const lane of LANES) cacheConfig(at('config.bin'), cachedPath(`python${laneSuffix(lane)}-1`))

  for (const lane of LANES)
    expect(copyCachedConfig(cachedPath(`python${laneSuffix(lane)}-1`), at('copy.bin'))).toBe(true)
})

test('a new config replaces those of earlier sources and leaves other files', () => {
  cacheConfig(at('config.bin'), cachedPath('javascript-1'))
  cacheConfig(at('config.bin'), cachedPath())
  fs.writeFileSync(at('cache', 'python-1.snapshot'), '')
  fs.writeFileSync(at('sources', 'a.js'), '2')

  cacheConfig(at('config.bin'), cachedPath())

  const names = fs.readdirSync(at('cache')).map((name) => name.replace(/-\w+-\w+\.bin$/, ''))
  expect(names.sort()).toEqual(['javascript-1', 'python-1', 'python-1.snapshot'])
})

test('a cache that cannot be written is logged and does not throw', () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  fs.writeFileSync(at('cache'), 'a file')

  cacheConfig(at('config.bin'), cachedPath())

  expect(reported).toHaveBeenCalledWith(expect.stringContaining('the next start is slower'))
  vi.restoreAllMocks()
})
