/** The examples of a document, each with the run it made at submission. Floor 3, pure. */
import { isPromised } from '../contract/document/is-promised.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { RunView } from '../execution/run-view.ts'
import type { ExampleView } from './views.ts'

type ExampleRun = { skillName: string; exampleIndex: number | null; view: RunView }

/** In the order of the document; `run` is null for an example that could not be run. */
export function examplesOf(document: SkillSetDocument, runs: readonly ExampleRun[]): ExampleView[] {
  return document.skills.flatMap(({ slug, examples = [], response, buttons = [] }) =>
    examples.map(({ title, input, config, output }, index) => {
      const run = runs.find(
        ({ skillName, exampleIndex }) => skillName.endsWith(`.${slug}`) && exampleIndex === index,
      )
      const kept = isPromised(run?.view ?? null, output)
      return {
        skillSlug: slug,
        title,
        input,
        ...(output !== undefined && { expected: output }),
        ...(response && { response }),
        buttons,
        ...(config && { config }),
        ...(kept !== undefined && { isPromised: kept }),
        run: run?.view ?? null,
      }
    }),
  )
}
