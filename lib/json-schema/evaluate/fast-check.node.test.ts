import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('characters are counted in plain Node too, which reads modules in another way than a bundler', () => {
  const script = `
    import { newFastCheck } from './lib/json-schema/evaluate/fast-check.ts'
    const check = newFastCheck({ type: 'string', minLength: 1, maxLength: 1 })
    console.log(JSON.stringify(['a', '🎉', '', 'ab'].map(check)))`

  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })

  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([true, true, false, false])
})
