import fs from 'node:fs'
import path from 'node:path'
import { twMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { mergeClasses } from './cn.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TEXT = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g
const VARIANTS = /^(?:[a-z@*][\w-/]*(?:\[[^\]]*\])?:|\[[^\]]+\]:)+/

/** Returns the classes in the code without their variants; of those that differ only in a number, one. */
function classesInUse(): string[] {
  const files = ['components', 'app'].flatMap((folder) =>
    fs.globSync(`${folder}/**/*.tsx`, { cwd: ROOT }).filter((file) => !file.endsWith('.test.tsx')),
  )
  const words = files.flatMap((file) =>
    [...fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(TEXT)].flatMap(([, a, b, c]) =>
      (a ?? b ?? c ?? '').split(/\s+/).map((word) => word.replace(VARIANTS, '')),
    ),
  )
  const kinds = new Map(words.map((word) => [word.replace(/\d+(?:\.\d+)?(?:\/\d+)?$/, '#'), word]))
  return [...kinds.values()].filter((word) => /^-?[a-z]/.test(word) && twMerge(`${word} ${word}`) === word)
}

test('every pair of classes in the code is merged as by the whole table of tailwind-merge', () => {
  const classes = classesInUse()
  const different: string[] = []
  const step = process.env.GUILDHALL_LONG ? 1 : 4
  for (const [index, first] of classes.entries()) {
    for (const second of classes.filter((_, other) => (index + other) % step === 0)) {
      const pair = `${first} ${second}`
      if (twMerge(pair) !== mergeClasses(pair)) different.push(pair)
    }
  }

  expect(classes.length).toBeGreaterThan(250)
  expect(different.slice(0, 20)).toEqual([])
})
