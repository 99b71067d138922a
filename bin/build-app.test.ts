import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { APP_FOLDER } from '#lib/kernel/site/package-archives.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

test('the frame of a skill has at most 360 KiB compressed, and loads nothing', () => {
  const built = spawnSync(process.execPath, [path.join(PROJECT_ROOT, 'bin/build-app.ts')], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })

  // The build fails above the limit.
  expect(built).toMatchObject({ status: 0, stderr: '' })
  const style = fs.readFileSync(path.join(PROJECT_ROOT, APP_FOLDER, 'app.css'), 'utf8')
  const [script, patterns] = ['app.js', 'patterns.js'].map((name) =>
    fs.readFileSync(path.join(PROJECT_ROOT, APP_FOLDER, name), 'utf8'),
  )
  expect(style).not.toMatch(/@import|url\((?!["']?data:)/)
  // RE2 has a method of the name eval.
  expect(`${script}${patterns}`).not.toMatch(/\bimport\(|(?<![.}])\beval\(|new Function\(/)
})
