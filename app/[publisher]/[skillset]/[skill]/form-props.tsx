import type { ReactNode } from 'react'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import type { SkillPage } from '#lib/catalog/catalog-views.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import type { QuickExecutePage } from '#lib/runs/start/get-quick-execute.ts'
import type { RecordedExample } from '#lib/runs/views/run-view.ts'

/** Returns the props of the form, for the page of the skill and for forms in other sites. */
export function buildFormProps(
  { name, skill, skillSet, version, restriction }: SkillPage,
  quickExecute: QuickExecutePage,
) {
  const { quote, recorded, unavailableReason, isOpenToVisitors } = quickExecute
  return {
    skill: {
      name,
      title: skill.name,
      version: version.number,
      parameters: skill.parameters ?? {},
      response: skill.response,
      ...(skill.stream && { stream: skill.stream }),
      examples: skill.examples ?? [],
      buttons: skill.buttons ?? [],
    },
    quote,
    recorded,
    ...(isOpenToVisitors && { isOpenToVisitors }),
    messages: renderExampleMessages(recorded, skillSet.publisher.handle),
    blocked:
      unavailableReason !== undefined ||
      version.state === 'YANKED' ||
      version.withdrawal !== null ||
      version.isPaused ||
      restriction?.kind === 'suspended',
  }
}

/** Renders the messages of examples on the server, so that visitors do not load the Markdown parser. */
function renderExampleMessages(
  recorded: readonly RecordedExample[],
  owner: string,
): Record<string, ReactNode> {
  return Object.fromEntries(
    recorded.flatMap(({ title, output }) =>
      isObject(output) && typeof output.message === 'string'
        ? [[title, <ServerMarkdown key={title} text={output.message} owner={owner} className="text-base" />]]
        : [],
    ),
  )
}
