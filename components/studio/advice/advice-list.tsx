'use client'

import { EyeOff, WandSparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Finding, Fix } from '#lib/contract/lint/finding.ts'
import { fixLines } from '#lib/contract/lint/fix-lines.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { useStudio } from '../studio-context.tsx'
import { goTo } from '../use-place.ts'
import { useAdvice } from './advice-context.tsx'

type AdviceListProps = {
  findings: readonly Finding[]
  /** Beside the field it is about: no need to say where, nor why at length. */
  isBesideField?: boolean
}

/** Advice, each with what would change and a button that changes it. */
export function AdviceList({ findings, isBesideField = false }: AdviceListProps) {
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed goes with its advice: who came by keyboard stays where they were.
  const hasPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that takes the focus away
  useEffect(() => {
    if (!hasPressed.current || document.activeElement !== document.body) return
    hasPressed.current = false
    list.current?.focus({ preventScroll: true })
  }, [findings])
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Advice"
      className={cn('grid outline-none', isBesideField ? 'gap-2' : 'divide-y divide-border')}
    >
      {findings.map((finding) => (
        <li key={finding.key} className={cn('grid gap-1.5', !isBesideField && 'px-4 py-3')}>
          <AdviceLine
            finding={finding}
            isBesideField={isBesideField}
            onPress={() => {
              hasPressed.current = true
            }}
          />
        </li>
      ))}
    </ul>
  )
}

type AdviceLineProps = { finding: Finding; isBesideField: boolean; onPress: () => void }

function AdviceLine({ finding, isBesideField, onPress }: AdviceLineProps) {
  const { follow, hide } = useAdvice()
  const { sentence, why, fix, judgement, pointer } = finding
  const act = (work: () => void) => () => {
    onPress()
    work()
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
              onClick={() => goTo(pointer)}
            >
              {placedSentence(finding)}
            </button>
          )}
          {!isBesideField && <p className="text-pretty text-muted-foreground">{why}</p>}
          {judgement && <p className="text-pretty text-muted-foreground">{judgement}</p>}
        </div>
        <Button
          size="icon-sm"
          variant="ghost"
          className="-my-1 text-muted-foreground"
          aria-label={`Hide: ${sentence}`}
          title="Hide this advice"
          onClick={act(() => hide(finding))}
        >
          <EyeOff aria-hidden />
        </Button>
      </div>
      {fix && !isBesideField && <Preview fix={fix} />}
      {fix && (
        <Button size="sm" variant="outline" className="w-fit" onClick={act(() => follow([finding]))}>
          <WandSparkles aria-hidden />
          {fix.title}
        </Button>
      )}
    </>
  )
}

/** With the name of the field, where the sentence does not say it. */
function placedSentence({ pointer, sentence }: Finding): string {
  const keys = pointerKeys(pointer)
    .slice(2)
    .filter((key) => key !== 'properties' && key !== 'items')
  const place = keys.slice(keys[0] === 'parameters' || keys[0] === 'response' ? 1 : 0)
  return place.length === 0 || sentence.includes(`“${place.at(-1)}”`)
    ? sentence
    : `${place.join(', ')}: ${sentence}`
}

const MOST_LINES = 6

/** The lines that come and go. */
function Preview({ fix }: { fix: Fix }) {
  const { state } = useStudio()
  const lines = fixLines(state.document, fix)
  return (
    <div className="min-w-0 rounded-md bg-muted px-3 py-1.5 font-mono text-xs leading-relaxed">
      {lines.slice(0, MOST_LINES).map(({ sign, text }) => (
        <p key={`${sign} ${text}`} className="flex gap-2 [overflow-wrap:anywhere]">
          <span aria-hidden className={SIGNS[sign].className}>
            {sign}
          </span>
          <span className="sr-only">{SIGNS[sign].word}</span>
          <span>{text}</span>
        </p>
      ))}
      {lines.length > MOST_LINES && (
        <p className="text-muted-foreground">and {lines.length - MOST_LINES} more</p>
      )}
      {fix.note && <p className="font-sans text-muted-foreground">{fix.note}</p>}
    </div>
  )
}

const SIGNS = {
  '+': { word: 'Adds', className: 'text-success' },
  '−': { word: 'Takes away', className: 'text-destructive' },
  '→': { word: 'Renames', className: 'text-info' },
} as const
