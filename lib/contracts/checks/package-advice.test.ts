import { expect, test } from 'vitest'
import { packageAdvice } from './package-advice.ts'

function adviceOn(name: string): string[] {
  const definition = `import it from '${name}'\nexport default async function handler() { return { it } }`
  return packageAdvice({ dependencies: { [name]: '*' }, skills: [{ slug: 'a', definition }] })
}

test('a well-known package that does not run in the sandbox is named with what to try instead', () => {
  expect(adviceOn('bcrypt')).toEqual([
    'bcrypt needs a native add-on, which the sandbox cannot load. Try bcryptjs.',
  ])
  expect(adviceOn('handlebars')).toEqual([
    'handlebars creates code from text, which skills must not do. Try mustache.',
  ])
})

test('a package that runs in the sandbox gets no advice', () => {
  expect(adviceOn('papaparse')).toEqual([])
  expect(adviceOn('constructor')).toEqual([])
})
