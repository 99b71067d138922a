'use client'

/**
 * Asks before something that cannot be taken back.
 *
 * `what` says what will be lost, in words of the page. `onConfirm` may be a server action: the dialog stays
 * open and busy until it has answered; when it answers with a sentence, that is shown and the dialog stays.
 */
import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useState, useTransition } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { overlayClasses, sheetClasses } from './dialog.tsx'

type ConfirmProps = {
  title: string
  what: ReactNode
  /** The verb on the button: "Remove", "Revoke". */
  verb: string
  /** Returns a sentence when it did not work. */
  onConfirm: () => Promise<string | undefined> | Promise<void>
  destructive?: boolean
  /** The button that opens it; leave out when `open` is controlled. */
  children?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function Confirm(props: ConfirmProps) {
  const { title, what, verb, onConfirm, destructive = true, children } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [pending, start] = useTransition()
  const open = props.open ?? ownOpen
  const setOpen = (next: boolean) => {
    if (pending) return
    setFailure(undefined)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  function confirm() {
    start(async () => {
      const sentence = await onConfirm()
      if (typeof sentence === 'string') return setFailure(sentence)
      setOwnOpen(false)
      props.onOpenChange?.(false)
    })
  }

  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      {children && <Radix.Trigger asChild>{children}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content className={sheetClasses}>
          <div className="grid gap-2">
            <Radix.Title className="font-semibold text-lg tracking-tight">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="text-muted-foreground text-sm">{what}</div>
            </Radix.Description>
          </div>
          {/* Its words come a moment before the end of what failed, in which Cancel would not be heard. */}
          {failure && !pending && <Alert variant="destructive">{failure}</Alert>}
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <Radix.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                Cancel
              </Button>
            </Radix.Cancel>
            <Button variant={destructive ? 'destructive' : 'primary'} pending={pending} onClick={confirm}>
              {verb}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
