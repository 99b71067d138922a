import fs from 'node:fs'
import { expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'
import { watchSkillSet } from './dev.ts'

const { write } = openTerminal()

const setThat = (body: string) =>
  JSON.stringify(
    makeSkillSetDocument({
      skills: [makeSkillDocument({ definition: `async function handler({ parameters }) { ${body} }` })],
    }),
  )

test('dev checks the file after every save, runs its examples and updates the form', async () => {
  const file = write(setThat('return { message: parameters.name }'))
  const stop = new AbortController()
  const printed: string[] = []
  const saves = [
    () => fs.writeFileSync(file, setThat('throw new Error("No luck")')),
    () => fs.writeFileSync(file, '{ "slug": '),
    // Most editors write a new file and rename it.
    () => {
      fs.writeFileSync(`${file}.new`, setThat('return { message: "Back" }'))
      fs.renameSync(`${file}.new`, file)
    },
    () => stop.abort(),
  ]

  await watchSkillSet({
    file,
    update: async ({ slug }) => `http://site/${slug}`,
    signal: stop.signal,
    print(text) {
      if (text.startsWith('\n')) return
      printed.push(text)
      saves[printed.length - 1]?.()
    },
  })

  expect(printed).toHaveLength(4)
  expect(printed[0]).toMatch(/passes .*greet[\s\S]*form {4}http:\/\/site\//)
  expect(printed[1]).toMatch(/FAILS .*greet[\s\S]*No luck/)
  expect(printed[2]).toMatch(/Line 1, column \d+/)
  expect(printed[3]).toMatch(/passes .*greet/)
})
