'use client'

import { EyeOff, Lightbulb, WandSparkles } from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { fixLines } from '#lib/contracts/lint/fix-lines.ts'
import { LINT_RULES } from '#lib/contracts/lint/lint-rules.ts'
import type { LintFinding, LintFix } from '#lib/contracts/lint/model/linted-skill.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useStudio } from '../state/studio-context.tsx'
import { goToPointer } from '../state/studio-navigation.ts'
import { groupByRule, useAdvice } from './advice-context.tsx'

type AdviceListProps = {
  findings: readonly LintFinding[]
  /** Omits the location and the long explanation, because the field is in view. */
  isBesideField?: boolean
}

export function AdviceList({ findings, isBesideField = false }: AdviceListProps) {
  const list = useRef<HTMLUListElement>(null)
  // A pressed button may disappear with its advice. The list then takes the focus, which the page would lose.
  const hasPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that takes the focus away
  useEffect(() => {
    if (!hasPressed.current || document.activeElement !== document.body) return
    hasPressed.current = false
    list.current?.focus({ preventScroll: true })
  }, [findings])
  const onPress = () => {
    hasPressed.current = true
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Advice"
      className={cn('grid rounded-md', isBesideField ? 'gap-2' : 'divide-y divide-border')}
    >
      {(isBesideField ? findings.map((each) => [each.key, [each]] as const) : groupByRule(findings)).map(
        ([id, group]) => (
          <Fragment key={id}>
            {group.length > 1 && <KindLine rule={id} findings={group} onPress={onPress} />}
            {group.map((finding) => (
              <li key={finding.key} className={cn('grid gap-1.5', !isBesideField && 'px-4 py-3')}>
                <AdviceLine
                  finding={finding}
                  isBesideField={isBesideField}
                  isInGroup={group.length > 1}
                  onPress={onPress}
                />
              </li>
            ))}
          </Fragment>
        ),
      )}
    </ul>
  )
}

type KindLineProps = { rule: string; findings: readonly LintFinding[]; onPress: () => void }

/** The heading of several findings of one rule, whose reason stands here once. */
function KindLine({ rule, findings, onPress }: KindLineProps) {
  const { hideKind } = useAdvice()
  const [first] = findings
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5 bg-muted/50 px-4 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-pretty text-muted-foreground">
        <span className="font-medium text-foreground">
          {findings.length} × {LINT_RULES.find(({ id }) => id === rule)?.title ?? rule}.
        </span>{' '}
        {first?.reason}
      </p>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          onPress()
          hideKind(rule)
        }}
      >
        <EyeOff aria-hidden />
        Hide all of this kind
      </Button>
    </li>
  )
}

type AdviceLineProps = {
  finding: LintFinding
  isBesideField: boolean
  /** The heading of the group has the reason. */
  isInGroup: boolean
  onPress: () => void
}

function AdviceLine({ finding, isBesideField, isInGroup, onPress }: AdviceLineProps) {
  const { apply, hide } = useAdvice()
  const { sentence, reason, fix, judgement, pointer } = finding
  const press = (action: () => void) => () => {
    onPress()
    action()
  }
  return (
    <>
      <div className="flex items-start justify-between gap-3 text-sm">
        <div className="min-w-0">
          {isBesideField ? (
            <p>{sentence}</p>
          ) : (
            <button
              type="button"
              className="text-left underline decoration-border underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
              onClick={() => goToPointer(pointer)}
            >
              {sentenceWithPath(finding)}
            </button>
          )}
          {!isBesideField && !isInGroup && <p className="text-pretty text-muted-foreground">{reason}</p>}
          {judgement && <p className="text-pretty text-muted-foreground">{judgement}</p>}
        </div>
        <Button
          size="icon-sm"
          variant="ghost"
          className="-my-1 text-muted-foreground"
          aria-label={`Hide: ${sentence}`}
          title="Hide this advice"
          onClick={press(() => hide(finding))}
        >
          <EyeOff aria-hidden />
        </Button>
      </div>
      {fix && !isBesideField && <FixPreview fix={fix} />}
      {fix && (
        <Button size="sm" variant="outline" className="w-fit" onClick={press(() => apply([finding]))}>
          <WandSparkles aria-hidden />
          {fix.title}
        </Button>
      )}
    </>
  )
}

/** Adds the path, unless the field is at the top and the sentence names it. */
function sentenceWithPath({ pointer, sentence }: LintFinding): string {
  const keys = pointerKeys(pointer)
    .slice(2)
    .filter((key) => key !== 'properties' && key !== 'items')
  const fieldPath = keys.slice(keys[0] === 'parameters' || keys[0] === 'response' ? 1 : 0)
  const isNamed = fieldPath.length === 1 && sentence.includes(`“${fieldPath[0]}”`)
  return fieldPath.length === 0 || isNamed ? sentence : `${fieldPath.join(' › ')}: ${sentence}`
}

const MAX_LINES = 6

function FixPreview({ fix }: { fix: LintFix }) {
  const { state } = useStudio()
  const lines = fixLines(state.document, fix)
  return (
    <div className="min-w-0 rounded-md bg-muted px-3 py-1.5 font-mono text-xs leading-relaxed">
      {lines.slice(0, MAX_LINES).map(({ sign, text }) => (
        <p key={`${sign} ${text}`} className="flex gap-2 [overflow-wrap:anywhere]">
          <span aria-hidden className={SIGNS[sign].className}>
            {sign}
          </span>
          <span className="sr-only">{SIGNS[sign].word}</span>
          <span>{text}</span>
        </p>
      ))}
      {lines.length > MAX_LINES && (
        <p className="text-muted-foreground">and {lines.length - MAX_LINES} more</p>
      )}
      {fix.note && <p className="font-sans text-muted-foreground">{fix.note}</p>}
    </div>
  )
}

const SIGNS = {
  '+': { word: 'Adds', className: 'text-success' },
  '−': { word: 'Removes', className: 'text-destructive' },
  '→': { word: 'Renames', className: 'text-info' },
} as const

export function FieldAdvice({ pointer, className }: { pointer: string; className?: string }) {
  const findings = useAdvice().findings.at(pointer)
  if (findings.length === 0) return null
  return (
    <div className={cn('flex gap-2.5 border-border border-l-2 py-0.5 pl-3', className)}>
      <Lightbulb className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />
      <div className="min-w-0 flex-1">
        <AdviceList findings={findings} isBesideField />
      </div>
    </div>
  )
}

export function ApplyAllFixes({
  findings,
  className,
}: {
  findings: readonly LintFinding[]
  className?: string
}) {
  const { apply } = useAdvice()
  const fixable = findings.filter(({ fix }) => fix)
  if (fixable.length < 2) return null
  return (
    <div className={className}>
      <Button size="sm" variant="outline" onClick={() => apply(fixable)}>
        <WandSparkles aria-hidden />
        Apply all {fixable.length} changes
      </Button>
    </div>
  )
}
