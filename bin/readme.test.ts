/** The README is read by newcomers, who follow it to the letter. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './runtime/project-root.ts'

const readme = fs.readFileSync(path.join(PROJECT_ROOT, 'README.md'), 'utf8')
const files = fs
  .globSync(['*', '{app,bin,components,e2e,lib,prisma,sandboxd}/**/*'], { cwd: PROJECT_ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))

/** `lib/errors.ts`, or `judge.ts` where the place is clear; not what stands for many. */
const NAMED_FILE = /`([\w[\]./-]+\.(?:tsx?|js|py|prisma))`/g

test('every file it names exists', () => {
  const named = [...readme.matchAll(NAMED_FILE)].map(([, file]) => file as string)

  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !files.some((each) => `/${each}`.endsWith(`/${file}`)))).toEqual([])
})

test('every folder it names exists', () => {
  const named = [...readme.matchAll(/`((?:app|bin|components|e2e|lib|prisma|sandboxd)\/[\w/-]+)`/g)]

  expect(
    named.flatMap(([, folder]) => (files.some((file) => file.startsWith(`${folder}/`)) ? [] : [folder])),
  ).toEqual([])
})
