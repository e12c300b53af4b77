import type { CallToolResult, InputRequests, Tool } from '@modelcontextprotocol/server';

/** A tool as clients see it. `execution.taskSupport` says whether its calls may, or must, be answered as tasks. */
export type McpTool = Tool;

/** What a call came to, in the words of the protocol. */
export type McpToolResult = CallToolResult;

/** What a client is to be asked for, by names that its answers carry. */
export type McpInputRequests = InputRequests;
