import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { runLimitRows } from '#components/docs/run-limit-rows.ts'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { JAVASCRIPT_WORLD, PYTHON_WORLD, type World } from '#lib/contract/definition/handler-world.ts'
import { paths } from '#lib/contract/market/paths.ts'

export const metadata: Metadata = { title: 'Handler API' }

const CALLING = `
async function handler({ parameters, context }) {
  const { slug } = await context.tools.util.slugifyTitle({ title: parameters.title })
  const table = await context.callSkill('guildhall.text_tools.markdown_table', { rows: parameters.rows })
  const id = await context.blobs.write(table.message, 'text/markdown')
  return { message: \`\${slug}.md is ready.\`, blob: id }
}
`

const FAILING = `
try {
  await context.callSkill('weather.today.forecast', { city })
} catch (error) {
  if (error.code !== 'NOT_FOUND') throw error
  return { message: \`Nobody knows \${city}.\` }
}
`

const PYTHON = `
from skills.guildhall.text_tools.text_statistics import main as measure

def main(args):
    text = runtime.blobs.read_text(args["blob"])
    return {"words": measure({"text": text})["words"]}
`

export default function HandlerPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Handler API"
        description="What a skill’s code can use while it runs, in JavaScript and in Python: other skills, tools, blobs."
      />

      <Section id="javascript" title="In JavaScript: context">
        <Sample label="A handler that calls a tool, a skill, and keeps a blob">{CALLING}</Sample>
        <Members world={JAVASCRIPT_WORLD} />
        <Text>
          <p>
            The studio offers these while you type. For an editor of your own there is{' '}
            <a href={paths.handlerTypes}>handler.d.ts</a>, and for Python{' '}
            <a href={paths.runtimeTypes}>runtime.pyi</a>.
          </p>
        </Text>
      </Section>

      <Section id="skills" title="Calling other skills">
        <Text>
          <ul>
            <li>
              The SkillSet names them in <Code>permissions.skills</Code>, each with a range if you like:{' '}
              <Code>guildhall.text_tools.markdown_table@^1</Code>. People see it before they install, and
              anything that is not named is refused with <Code>POLICY_DENIED</Code>.
            </li>
            <li>
              Each call is a run of its own, shown on the page of yours. It has your caller’s rights and
              configuration, not yours, and it is over when yours is. Its price is reserved with yours, once:
              a paid skill can be called once in a run.
            </li>
            <li>
              One runs at a time. They may go four deep, and never in a circle. A skill of the same SkillSet
              is called in the same version; a draft calls its own draft.
            </li>
            <li>
              How it failed is thrown, with a <Code>code</Code> of{' '}
              <Link href={paths.docsErrors}>the table</Link>.
            </li>
          </ul>
        </Text>
        <Sample label="Going on without it">{FAILING}</Sample>
      </Section>

      <Section id="blobs" title="Blobs">
        <Text>
          <p>
            What is too big for JSON has an id, <Code>blob:…</Code>. A run reads the blobs that it was called
            with, those whose ids stand in its arguments, what it wrote itself and what the skills it called
            gave back; 10 MB at once. What it writes belongs to the organisation that runs it, and is listed
            with the run.
          </p>
        </Text>
      </Section>

      <Section id="limits" title="Limits of a run">
        <DataTable
          label="Limits of a run"
          columns={['Of', 'JavaScript', 'Python']}
          rows={runLimitRows().map((row) => [...row])}
        />
        <Text>
          <p>
            A skill may ask for less time with <Code>limits</Code>. The time begins when the code does, not
            while the run waits in line, and what a run calls takes its time too. A run that would go beyond a
            limit is ended and costs nothing: with <Code>TOOL_TIMEOUT</Code> for its time, else with{' '}
            <Code>SKILL_ERROR</Code>, and the limit is named. A log is cut instead, and a call or a blob too
            many is refused and may be caught.
          </p>
        </Text>
      </Section>

      <Section id="python" title="In Python: runtime">
        <Sample label="A Python skill that imports another skill">{PYTHON}</Sample>
        <Members world={PYTHON_WORLD} />
        <Text>
          <ul>
            <li>
              <Code>runtime</Code> is a builtin, and a module to import. Its calls are not awaited.
            </li>
            <li>
              Declared skills are imported as <Code>skills.publisher.skillset.skill</Code>. Python that needs
              nothing of its own runs in place. A skill in JavaScript, one with a price, hosts, secrets or
              configuration, and one whose source is closed runs in its own sandbox, behind the same{' '}
              <Code>main(args)</Code>.
            </li>
            <li>
              Their files are in <Code>/skills/</Code>, the blobs of the call in <Code>/blobs/</Code>;{' '}
              <Code>/workspace/</Code> is yours until the run is over.
            </li>
            <li>
              What is refused is a <Code>runtime.CallError</Code> with a <Code>code</Code>.
            </li>
          </ul>
        </Text>
      </Section>
    </Page>
  )
}

/** A table for each thing that has members. */
function Members({ world }: { world: World }) {
  return Object.entries(world).map(([place, members]) => (
    <DataTable
      key={place}
      label={`Members of ${place}`}
      columns={[`${place}.`, 'What it is']}
      rows={members.map(({ name, type, doc }) => [
        <Code key="name">{name}</Code>,
        <span key="what" className="grid gap-1">
          <span>{doc}</span>
          <span className="font-mono text-muted-foreground text-xs [overflow-wrap:anywhere]">
            {type.replace(/^\??: /, '')}
          </span>
        </span>,
      ])}
    />
  ))
}
