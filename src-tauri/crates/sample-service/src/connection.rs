//! Connections that can be closed from within a handler.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A client's connection. Once closed, nothing else is written to it, and the server drops it.
pub(crate) struct ClientConnection {
    stream: TcpStream,
    closer: ConnectionCloser,
}

/// Closes a connection from a handler.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConnectionCloser(Arc<AtomicBool>);

impl ConnectionCloser {
    /// Closes the connection when the server tries to respond. The response is lost.
    pub fn close(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl ClientConnection {
    /// The stream to write to, or the error that ends the connection.
    fn open(self: Pin<&mut Self>) -> io::Result<Pin<&mut TcpStream>> {
        if self.closer.0.load(Ordering::Relaxed) {
            Err(io::ErrorKind::ConnectionAborted.into())
        } else {
            Ok(Pin::new(&mut self.get_mut().stream))
        }
    }
}

impl AsyncRead for ClientConnection {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for ClientConnection {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.open()?.poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.open()?.poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.open()?.poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// Accepts [`ClientConnection`]s.
pub(crate) struct ConnectionListener(pub TcpListener);

impl Listener for ConnectionListener {
    type Io = ClientConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (ClientConnection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        (ClientConnection { stream, closer: ConnectionCloser::default() }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, ConnectionListener>> for ConnectionCloser {
    fn connect_info(stream: IncomingStream<'_, ConnectionListener>) -> Self {
        stream.io().closer.clone()
    }
}
