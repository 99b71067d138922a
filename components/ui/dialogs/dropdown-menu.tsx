'use client'

import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export const DropdownMenuTrigger = Radix.Trigger
export const DropdownMenuRadioGroup = Radix.RadioGroup

/** Not modal: the page stays accessible to screen readers and does not shift when its scrollbar would go. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

const menuClasses =
  'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-border bg-popover p-1 text-popover-foreground shadow-lg data-[state=open]:animate-appear'

const itemClasses =
  'relative flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-accent data-[highlighted]:text-accent-foreground data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0'

type DropdownMenuContentProps = ComponentProps<typeof Radix.Content> & {
  /** Renders the menu in place instead of in a portal. Use it only where no ancestor clips its content. */
  isInline?: boolean
}

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  isInline,
  ...rest
}: DropdownMenuContentProps) {
  const content = (
    <Radix.Content
      sideOffset={sideOffset}
      collisionPadding={8}
      className={cn(menuClasses, className)}
      {...rest}
    />
  )
  return isInline ? content : <Radix.Portal>{content}</Radix.Portal>
}

export function DropdownMenuItem({
  className,
  destructive,
  ...rest
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  return <Radix.Item className={cn(itemClasses, destructive && 'text-destructive', className)} {...rest} />
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(itemClasses, 'pr-8', className)} {...rest}>
      {children}
      <Radix.ItemIndicator className="absolute right-2.5">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      className={cn('px-2.5 py-1.5 font-medium text-muted-foreground text-xs', className)}
      {...rest}
    />
  )
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...rest} />
}
