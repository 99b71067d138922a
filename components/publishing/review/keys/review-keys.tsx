'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { matchReviewKey, REVIEW_KEYS, type ReviewKey } from './review-key-map.ts'

const STORAGE_KEY = 'guildhall.review-keys'

type ReviewKeysProps = {
  keys: ReviewKey[]
  nextHref?: string | undefined
}

/** Single keys can be turned off, because speech input types them, too (WCAG 2.1.4). */
export function ReviewKeys({ keys, nextHref }: ReviewKeysProps) {
  const router = useRouter()
  const [isOn, setOn] = useState(true)

  useEffect(() => setOn(localStorage.getItem(STORAGE_KEY) !== 'off'), [])
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      const key = matchReviewKey(event)
      if (!key || !keys.includes(key)) return
      event.preventDefault()
      if (key === 'n') router.push(nextHref ?? paths.review)
      else if (key === 'q') router.push(paths.review)
      else performKey(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOn, keys, nextHref, router])

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">
        Keyboard shortcuts
      </summary>
      <div className="grid gap-3 pt-3">
        <dl className="grid w-fit grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          {keys.map((key) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-border bg-muted px-1.5 font-mono text-xs">{key}</kbd>
              </dt>
              <dd className="text-muted-foreground">{REVIEW_KEYS[key]}</dd>
            </div>
          ))}
        </dl>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={isOn}
            onChange={({ target }) => {
              setOn(target.checked)
              localStorage.setItem(STORAGE_KEY, target.checked ? 'on' : 'off')
            }}
          />
          Use keyboard shortcuts on this device. They never work while you type in a field.
        </label>
      </div>
    </details>
  )
}

/** Focuses or clicks the element of the key, so that a key does exactly what a click does. */
function performKey(key: ReviewKey): void {
  if (key === 'j' || key === 'k') moveInQueue(key === 'j' ? 1 : -1)
  else if (key === ']' || key === '[') moveInSections(key === ']' ? 1 : -1)
  else if (key === 'c') document.querySelector<HTMLElement>('[data-review-message]')?.focus()
  else document.querySelector<HTMLElement>(`[data-review-key="${key}"]`)?.click()
}

function moveInQueue(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main ol > li a')]
  const index = rows.indexOf(document.activeElement as HTMLElement)
  rows[index === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, index + step))]?.focus()
}

function moveInSections(step: 1 | -1): void {
  const headings = [...document.querySelectorAll<HTMLElement>('main section > div > h2[id]')]
  // A heading that was scrolled to is up to 112 px below the edge (its scroll margin), under the sticky header.
  const below = headings.findIndex((heading) => heading.getBoundingClientRect().top > 120)
  const current = below === -1 ? headings.length - 1 : below - 1
  const target = headings[Math.min(headings.length - 1, Math.max(0, current + step))]
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView()
}
