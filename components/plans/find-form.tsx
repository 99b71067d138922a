'use client'

import { ArrowRight, Check, ListChecks, Plus, SearchX } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { MAX_FIND_WORDS_CHARS, MAX_HAVE_CHARS, MAX_NEEDED_CHARS } from '#lib/plans/model/find-limits.ts'
import type {
  ChainForPerson,
  FoundByTypes,
  FoundForPerson,
  Need,
} from '#lib/plans/planner/find-for-person.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { DisabledUntilHydrated } from '../browser/disabled-until-hydrated.tsx'
import { PriceTag } from '../catalog/skill-facts.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { InputField, SelectField, TextareaField } from '../ui/forms/field.tsx'
import { errorAt, errorsAt, FormError, type FormState } from '../ui/forms/form-error.tsx'
import { Link } from '../ui/link.tsx'
import { useAction } from '../ui/use-action.ts'
import { RiskBadge } from './parts/risk-badge.tsx'
import { NOTHING, recallSearch, rememberSearch, type Wanted } from './remembered-search.ts'

type Props = {
  /** Whose last search the page shows: the person and the organisation; absent in the plan builder. */
  searcher?: string
  find: (wanted: Wanted) => Promise<ActionResult<FoundByTypes>>
  /** Saves a plan of two skills; undefined for visitors, who have no plans. */
  createPlan: ((plan: { title: string; text: string }) => Promise<ActionResult<{ slug: string }>>) | undefined
  /** In the plan builder: adds a skill as a step. Skills are then no links, and plans of two skills are left out. */
  onChoose?: (name: string) => void
}

// biome-ignore format: table
const NEED_LABELS: Record<Need, string> = {
  anything: 'Anything', text: 'A text', number: 'A number', yes_or_no: 'Yes or no', texts: 'A list of texts',
  table: 'A table', example: 'Something like this example',
}

const NEED_OPTIONS = Object.entries(NEED_LABELS)

export function FindForm({ searcher, find, createPlan, onChoose }: Props) {
  const [wanted, setWanted] = useState(NOTHING)
  const [found, setFound] = useState<FoundByTypes>()
  const [error, setError] = useState<FormState>(null)
  const [isFinding, start] = useAction(setError)

  useEffect(() => {
    if (searcher === undefined) return
    const last = recallSearch(searcher)
    setWanted(last.wanted)
    setFound(last.found)
  }, [searcher])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form in a dialog of the plan builder is inside of no other form, but events of portals bubble.
    event.stopPropagation()
    if (isFinding) return
    const excess = findExcess(wanted)
    setError(excess)
    if (excess) return
    start(
      () => find(wanted),
      (answer) => {
        setFound(answer)
        if (searcher !== undefined) rememberSearch(searcher, wanted, answer)
      },
    )
  }

  return (
    <div className="grid grid-cols-1 gap-8">
      <form className="grid gap-6" onSubmit={submit}>
        <FormError state={error} fields={['/words', '/have', '/needed']} />
        <WantedFields wanted={wanted} error={error} onChange={(part) => setWanted({ ...wanted, ...part })} />
        <Button type="submit" className="w-fit" pending={isFinding}>
          Find skills
        </Button>
      </form>
      <div aria-live="polite" aria-busy={isFinding} className="grid grid-cols-1 gap-6">
        {found && <FoundSkills found={found} createPlan={createPlan} onChoose={onChoose} />}
      </div>
    </div>
  )
}

function findExcess({ have, needed }: Wanted): FormState {
  const describe = (text: string, limit: number) =>
    `This has ${text.length.toLocaleString('en')} characters, and at most ${limit.toLocaleString('en')} are compared. Paste a part of it: a few rows or lines are enough.`
  if (have.length > MAX_HAVE_CHARS) return errorAt('/have', describe(have, MAX_HAVE_CHARS))
  return needed.length > MAX_NEEDED_CHARS ? errorAt('/needed', describe(needed, MAX_NEEDED_CHARS)) : null
}

type WantedFieldsProps = { wanted: Wanted; error: FormState; onChange: (part: Partial<Wanted>) => void }

function WantedFields({ wanted: { words, have, need, needed }, error, onChange }: WantedFieldsProps) {
  return (
    <DisabledUntilHydrated className="grid gap-5">
      <TextareaField
        label="I have"
        optional
        help="Paste text or JSON. A few rows of a large file are enough."
        errors={errorsAt(error, '/have')}
        isCode
        rows={5}
        value={have}
        onChange={(value) => onChange({ have: value })}
      />
      <SelectField
        label="I need"
        value={need}
        options={NEED_OPTIONS}
        onChange={(chosen) => onChange({ need: chosen as Need, needed: '' })}
      />
      {need === 'table' && (
        <InputField
          label="Columns"
          optional
          help="Separated by commas, such as: name, price"
          errors={errorsAt(error, '/needed')}
          value={needed}
          onChange={(text) => onChange({ needed: text })}
        />
      )}
      {need === 'example' && (
        <TextareaField
          label="Example"
          required
          help={'JSON such as {"total": 5}, or a JSON Schema.'}
          errors={errorsAt(error, '/needed')}
          isCode
          value={needed}
          onChange={(value) => onChange({ needed: value })}
        />
      )}
      <InputField
        label="Words"
        optional
        help="What it is about, such as “invoice” or “currency”."
        errors={errorsAt(error, '/words')}
        maxLength={MAX_FIND_WORDS_CHARS}
        value={words}
        onChange={(text) => onChange({ words: text })}
      />
    </DisabledUntilHydrated>
  )
}

function FoundSkills({
  found: { skills, chains: allChains },
  createPlan,
  onChoose,
}: { found: FoundByTypes; onChoose: Props['onChoose'] | undefined } & Pick<Props, 'createPlan'>) {
  const chains = onChoose ? [] : allChains
  if (skills.length === 0 && chains.length === 0) {
    return (
      <EmptyState icon={SearchX} title="No skills match">
        Leave out one of the two, or add words. {!createPlan && !onChoose && SIGN_IN_FOR_CHAINS}
      </EmptyState>
    )
  }
  return (
    <>
      {chains.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="font-semibold text-lg">Two skills together</h2>
          <ul className="grid grid-cols-1 gap-3">
            {chains.map((chain) => (
              <ChainCard key={chain.why} chain={chain} createPlan={createPlan} />
            ))}
          </ul>
        </section>
      )}
      {skills.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="font-semibold text-lg">Skills</h2>
          <ul className="grid grid-cols-1 gap-3">
            {skills.map((skill) => (
              <FoundSkill key={skill.name} skill={skill} onChoose={onChoose} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const SIGN_IN_FOR_CHAINS = 'With an account, plans of two skills are found, too.'

const CARD = 'relative grid grid-cols-1 gap-2 rounded-lg border border-border bg-card p-4 shadow-xs'

function FoundSkill({
  skill: { name, title, description, why, fit, price, riskLevel, href },
  onChoose,
}: {
  skill: FoundForPerson
  onChoose: Props['onChoose'] | undefined
}) {
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {onChoose ? (
            title
          ) : (
            <Link href={href} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
              {title}
            </Link>
          )}
        </h3>
        <PriceTag price={price} className="text-xs" />
      </div>
      <p className="truncate font-mono text-muted-foreground text-xs">{name}</p>
      <p className="line-clamp-2 text-pretty text-sm">{description.replaceAll('`', '')}</p>
      <Why text={why} />
      <p className="flex flex-wrap gap-2 empty:hidden">
        {fit === 'sure' && (
          <Badge variant="success">
            <Check aria-hidden /> Fits
          </Badge>
        )}
        {fit === 'possible' && <Badge>Could fit</Badge>}
        {riskLevel !== 'read-only' && <RiskBadge level={riskLevel} />}
      </p>
      {onChoose && (
        <Button
          variant="outline"
          className="w-fit"
          aria-label={`Add ${title} as a step`}
          onClick={() => onChoose(name)}
        >
          <Plus aria-hidden /> Add as a step
        </Button>
      )}
    </li>
  )
}

type ChainCardProps = { chain: ChainForPerson } & Pick<Props, 'createPlan'>

function ChainCard({ chain: { titles, why, price, planText }, createPlan }: ChainCardProps) {
  const router = useRouter()
  const [isSaving, start] = useAction()
  const title = `${titles[0]}, then ${titles[1]}`.slice(0, 120)
  return (
    <li className={CARD}>
      <h3 className="flex flex-wrap items-center gap-x-2 font-semibold">
        {titles[0]} <ArrowRight aria-label="then" className="size-4 text-muted-foreground" /> {titles[1]}
      </h3>
      <Why text={why} />
      <p className="text-muted-foreground text-xs">{price}</p>
      {createPlan && (
        <Button
          variant="outline"
          className="w-fit"
          pending={isSaving}
          onClick={() =>
            start(
              () => createPlan({ title, text: planText }),
              ({ slug }) => router.push(paths.plan(slug)),
            )
          }
        >
          <ListChecks aria-hidden /> Save as a plan
        </Button>
      )}
    </li>
  )
}

/** Shows the names in backticks as code. */
function Why({ text }: { text: string }) {
  const parts = text.split('`')
  return (
    <p className="text-pretty text-muted-foreground text-sm first-letter:uppercase">
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </p>
  )
}
