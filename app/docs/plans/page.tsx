// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { jsonLines } from '#components/docs/json-lines.ts'
import { EXAMPLE_PLAN } from '#components/docs/plan-example.ts'
import { PlanFields } from '#components/docs/plan-fields.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { MAX_ITEMS, MOST_GIVEN_BYTES } from '#lib/contract/plan/plan-progress.ts'
import { PLAN_SCHEMA } from '#lib/contract/plan/plan-schema.ts'

export const metadata: Metadata = { title: 'Plans' }

// The schema is ours: these are there.
const FIELDS = PLAN_SCHEMA.properties as {
  steps: { items: JsonSchema & { properties: { foreach: JsonSchema } } }
}
const STEP = FIELDS.steps.items

const REFERENCES: [written: string, gives: string][] = [
  ['"$steps.read.content"', 'A field of what another step gave, whatever its type. The step is waited for.'],
  [
    '"$steps.list.items[0].path"',
    'An item of a list, counted from 0. A name that is no word stands in brackets: ["a b"].',
  ],
  ['"$vars.note.title"', 'The same, of the step that captures its output as “note”.'],
  [
    '"$item.path", "$index"',
    'Within a foreach: the item and its place. They also go by itemName and indexName.',
  ],
  ['"$steps.slugs[$n].slug"', 'What another foreach made of the item at the same place; n is an indexName.'],
  [
    '"Notes on ${$item.title}"',
    'Within a text: text, a number, true or false. Lists, objects and null have no place there.',
  ],
  ['"$$5"', 'A dollar sign itself. "$5" and "costs $b" have no reference’s form and are texts as they are.'],
]

const CHECKS: [what: string, says: string][] = [
  [
    'Names and order',
    'Ids, dependencies, references, the names of a foreach; steps that wait for one another, with the way round.',
  ],
  [
    'Types',
    'Whether what a step promises suits what the next one takes: it does, it is changed on the way, some of it does (with a value that does not), or none of it can.',
  ],
  [
    'Arguments',
    'What is written is prepared as a call would be: what is missing, unknown or wrong is said at its place.',
  ],
  ['Paths', 'Paths of the vault that leave it. What holds references is checked again when it is known.'],
  [
    'Time',
    'Whether a step asks for more time than its tool may take. It is then ended when the tool would be.',
  ],
  [
    'Risk',
    'riskLevel has to be the highest of the steps; one click fixes it. A skill counts with the tools that it may use and the skills that it may call, whatever it says of itself.',
  ],
  [
    'Price',
    'The least and the most it may cost. Where nobody knows how long a list will be, the price is told for each item.',
  ],
  [
    'Previews',
    'That they begin with a verb and name the path or the command. This is advice and stops nothing. A step without one is told by its tool: Delete “Notes” for good.',
  ],
]

export default function PlansDocsPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Plans"
        description="Workflows of steps that call tools and skills, pass results on, and survive a crash: how they are written, checked and run."
      />
      <Section id="example" title="A plan">
        <Text>
          <p>
            A plan is a JSON document. This one reads a note, makes a file name of each of its bullets, and
            creates a file for each. The <Link href={paths.plans}>builder</Link> writes the same thing as
            cards.
          </p>
        </Text>
        <Sample label="Ideas into files" canCopy>
          {jsonLines(EXAMPLE_PLAN as unknown as Json)}
        </Sample>
      </Section>

      <Section id="fields" title="Its fields">
        <Text>
          <p>A question mark stands for what may be left out. A field that is not listed is refused.</p>
        </Text>
        <PlanFields label="Fields of a plan" schema={PLAN_SCHEMA} />
        <Text>
          <p>Each step:</p>
        </Text>
        <PlanFields label="Fields of a step" schema={STEP} />
        <Text>
          <p>
            And its <Code>foreach</Code>, which goes through at most {MAX_ITEMS.toLocaleString('en')} items:
          </p>
        </Text>
        <PlanFields label="Fields of a foreach" schema={STEP.properties.foreach} />
      </Section>

      <Section id="references" title="References">
        <DataTable
          label="References"
          columns={['Written', 'What it gives']}
          rows={REFERENCES.map(([written, gives]) => [<Code key="written">{written}</Code>, gives])}
        />
        <Text>
          <p>
            A step with <Code>foreach</Code> gives the list of its items’ outputs, in their order, with null
            for an item that was skipped. A field whose reference leads to nothing is left out where the tool
            does not need it; where it does, the step fails and says which reference it was.
          </p>
        </Text>
      </Section>

      <Section id="checks" title="Checked before anything runs">
        <DataTable label="What is checked" columns={['What', 'What it says']} rows={CHECKS} />
        <Text>
          <p>
            Errors keep a plan from running; warnings say what may go wrong while it runs; notes say what is
            changed on the way. The builder checks at every keystroke. From a terminal it is{' '}
            <Code>guildhall plan check plan.json</Code>, and over HTTP, with a key that may read,{' '}
            <Code>POST /api/plans/check</Code> with <Code>{'{"plan": …}'}</Code>.
          </p>
        </Text>
      </Section>

      <Section id="failing" title="When a step fails">
        <Text>
          <ul>
            <li>
              <Code>stop</Code>, as long as nothing else is said: nothing new begins, and what is under way
              comes to its end. The plan can be resumed from there, with other arguments; what is done is
              neither done nor charged again.
            </li>
            <li>
              <Code>skip</Code>: the plan goes on without it. What needs its output is skipped too.
            </li>
            <li>
              <Code>retry</Code>: three attempts unless <Code>retry</Code> says how many, the first pause 250
              ms and each further one twice as long; then it stops. A <Code>retry</Code> beside{' '}
              <Code>skip</Code> tries first and then skips.
            </li>
          </ul>
        </Text>
      </Section>

      <Section id="policy" title="What plans may do">
        <Text>
          <p>
            Owners and admins decide what plans of their organisation may do. To <em>ask</em> is what is set
            at first: a person says yes before anything runs. With <em>auto for read-only</em> what only reads
            goes by itself and the rest is asked about. With <em>never</em> no plan runs at all.
          </p>
          <p>
            Tools that are denied are denied, whatever else is said, and with them the skills that use them.
            Where tools are listed as allowed, no others may be used, neither by a step nor by the skill that
            it calls; where paths are listed, steps may touch no others. In patterns <Code>*</Code> stands for
            any characters within a name, <Code>?</Code> for one, and <Code>**</Code> for any number of
            folders: <Code>vault.*</Code>, <Code>Notes/**</Code>. A pattern that matches a folder goes with
            all it holds. A step that does not say which files it reaches is denied where paths are listed.
            Each call is judged once more when its arguments are known, and one that is denied is never made.
          </p>
        </Text>
      </Section>

      <Section id="run" title="The life of a run">
        <Text>
          <p>
            A run waits until somebody has confirmed what has to be confirmed, then for a worker, and then
            goes through its steps: those that wait for nothing go side by side, at most twenty calls at a
            time. What they give back may be {sizeWords(MOST_GIVEN_BYTES)} together. Each finished call is
            recorded before the next begins, so after a crash it goes on where it was, and nothing is done or
            paid for twice. What a plan wrote to the vault can be taken back as a whole. A run that was
            resumed is taken back with the runs that it went on from; undoing one of those alone leaves what
            came after.
          </p>
          <p>
            A <em>dry run</em> runs every step with the order to change nothing, and shows what each built-in
            tool would have changed. A step that finds nothing where an earlier one would have made it is
            skipped and says so, and what needs its output is skipped too: how those would have gone only a
            run shows. A step that works in the editor is shown the file that an earlier one would have
            opened.
          </p>
        </Text>
      </Section>

      <Section id="drafts" title="Drafts from a goal">
        <Text>
          <p>
            Where the operator of this Guildhall has set up a planner, a goal can be turned into a draft. The
            planner gets the goal and the tools you may use, nothing of your files. Its draft is checked like
            any plan, and nothing runs before you have seen and started it.
          </p>
        </Text>
      </Section>
    </Page>
  )
}
