'use client'

/** The fields of a large object, drawn when they come near the screen: each letter costs what is drawn. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const CHUNK = 50
const MAX_AT_ONCE = 2 * CHUNK
const NEAR = '1000px'
/** About the height of a field, so that the page hardly grows when it is scrolled. */
const FIELD_REM = 5

type FieldChunksProps = {
  id: string
  names: readonly string[]
  /** Names of fields with errors, which are drawn at once. */
  wrong: ReadonlySet<string>
  children: (name: string) => ReactNode
}

export function FieldChunks({ id, names, wrong, children }: FieldChunksProps) {
  if (names.length <= MAX_AT_ONCE) return names.map(children)
  const starts = Array.from({ length: Math.ceil(names.length / CHUNK) }, (_, index) => index * CHUNK)
  return starts.map((start) => (
    <Chunk
      key={start}
      id={`${id}__chunk${start}`}
      start={start}
      names={names.slice(start, start + CHUNK)}
      wrong={wrong}
    >
      {children}
    </Chunk>
  ))
}

function Chunk({ id, start, names, wrong, children }: FieldChunksProps & { start: number }) {
  const [isNear, setNear] = useState(start === 0)
  const hasShown = useRef(false)
  hasShown.current ||= isNear || (wrong.size > 0 && names.some((name) => wrong.has(name)))
  const container = useRef<HTMLDivElement>(null)
  const isDrawn = hasShown.current
  useEffect(() => {
    if (isDrawn || !container.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    )
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [isDrawn])
  if (isDrawn) return names.map(children)
  return (
    <div ref={container} className="col-span-full" style={{ minHeight: `${names.length * FIELD_REM}rem` }}>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={false}
        aria-controls={`${id}__more`}
        onFocus={() => setNear(true)}
        onClick={() => setNear(true)}
      >
        Fields {start + 1} to {start + names.length}
      </Button>
    </div>
  )
}
