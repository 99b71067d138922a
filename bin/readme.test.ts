/** Newcomers follow these documents to the letter. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'

const DOCUMENTS = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/operating.md', 'README.md']
const textOf = (document: string) => fs.readFileSync(path.join(PROJECT_ROOT, document), 'utf8')
const files = fs
  .globSync(['*', '{app,bin,components,e2e,lib,prisma,sandboxd}/**/*'], { cwd: PROJECT_ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))

/** Matches `lib/kernel/errors.ts`, or `judge.ts` where its folder is clear, but no pattern for several files. */
const NAMED_FILE = /`([\w[\]./-]+\.(?:tsx?|js|py|prisma))`/g

test.each(DOCUMENTS)('every file that %s names exists', (document) => {
  const named = [...textOf(document).matchAll(NAMED_FILE)].map(([, file]) => file as string)

  expect(named.filter((file) => !files.some((each) => `/${each}`.endsWith(`/${file}`)))).toEqual([])
})

test.each(DOCUMENTS)('every folder that %s names exists', (document) => {
  const named = [...textOf(document).matchAll(/`((?:app|bin|components|e2e|lib|prisma|sandboxd)\/[\w/-]+)`/g)]

  expect(
    named.flatMap(([, folder]) => (files.some((file) => file.startsWith(`${folder}/`)) ? [] : [folder])),
  ).toEqual([])
})
