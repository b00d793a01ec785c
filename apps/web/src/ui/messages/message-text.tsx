import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cutMentions, isTooDeep, type MessageNode, parseMessage, safeAddress, sourceOf } from '../../lib/message-tree.ts';
import classes from './message.module.css';

type Props = { text: string; mentions: readonly { user_id: number; name: string | null }[]; userId: number | null };

/** What somebody wrote, as elements of the page: a small part of Markdown. Whatever else stands in it shows its source. */
export function MessageText({ text, mentions, userId }: Props) {
  const { t } = useTranslation();
  const tree = useMemo(() => parseMessage(text), [text]);

  const children = (node: MessageNode, depth: number): ReactNode =>
    'children' in node && node.children.map((child, index) => <Fragment key={index}>{show(child, depth + 1)}</Fragment>);
  const plain = (value: string): ReactNode =>
    cutMentions(value).map((part, index) =>
      typeof part === 'string' ? (
        part
      ) : (
        <span key={index} className={classes.mention} data-own={part === userId || undefined}>
          @{mentions.find(({ user_id }) => user_id === part)?.name ?? t('comments.somebody')}
        </span>
      ),
    );
  const link = (node: MessageNode & { url: string }, depth: number): ReactNode => {
    const address = safeAddress(node.url);
    const source = sourceOf(text, node);
    if (address === null) return source;
    const { host } = new URL(address);
    return (
      <>
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {children(node, depth)}
        </a>
        {host && !source.includes(host) && ` (${host})`}
        {host && source.startsWith('[') && ` (${host})`}
      </>
    );
  };

  function show(node: MessageNode, depth: number): ReactNode {
    if (isTooDeep(depth)) return sourceOf(text, node);
    switch (node.type) {
      case 'root':
        return children(node, depth);
      case 'paragraph':
        return <p dir="auto">{children(node, depth)}</p>;
      case 'text':
        return plain(node.value);
      case 'strong':
        return <strong>{children(node, depth)}</strong>;
      case 'emphasis':
        return <em>{children(node, depth)}</em>;
      case 'delete':
        return <del>{children(node, depth)}</del>;
      case 'inlineCode':
        return <code>{node.value}</code>;
      case 'code':
        return <pre>{node.value}</pre>;
      case 'blockquote':
        return <blockquote>{children(node, depth)}</blockquote>;
      case 'list':
        return node.ordered ? <ol start={node.start ?? 1}>{children(node, depth)}</ol> : <ul>{children(node, depth)}</ul>;
      case 'listItem':
        return <li>{children(node, depth)}</li>;
      case 'break':
        return <br />;
      case 'link':
        return link(node, depth);
      default:
        return sourceOf(text, node);
    }
  }

  return <div className={classes.text}>{show(tree, 0)}</div>;
}
