import type { api } from '@gantry/contract';
import type { Handlers } from '../../../platform/http/http.ts';
import {
  createMessage,
  react,
  readFileContent,
  readMessage,
  readMessages,
  removeMessage,
  sendFile,
  updateMessage,
} from './chat.messages.service.ts';
import { changeSettings, describeOfNode, listChats, listReaders, readSettings, setRead } from './chat.service.ts';

export const chatRoutes: Handlers<typeof api.chat> = {
  settings: (context) => readSettings(context),
  setSettings: (context, { body }) => changeSettings(context, body),
  list: (context, { query }) => listChats(context, query.search),
  ofNode: (context, { params }) => describeOfNode(context, params.id),
  messages: (context, { params, query }) => readMessages(context, params.id, query),
  message: (context, { params, query }) => readMessage(context, params.id, query.message_id),
  users: (context, { params, query }) => listReaders(context, params.id, query.search),
  create: (context, _call, { request }) => createMessage(context, request),
  update: (context, _call, { request }) => updateMessage(context, request),
  remove: (context, { params }) => removeMessage(context, params.chatId, params.messageId),
  react: (context, { params, body }) => react(context, params.chatId, params.messageId, body),
  read: (context, { body }) => setRead(context, body),
  fileContent: (context, { params }) => readFileContent(context, params),
  file: (context, { params, query }, { request, reply }) => sendFile(context, params, query.size, request, reply),
};
