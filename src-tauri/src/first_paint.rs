//! Shows the window as soon as it is painted, or after a timeout.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use tokio::time::sleep;

/// For a loaded page to report that it is painted.
const SHOW_DELAY_AFTER_LOAD: Duration = Duration::from_millis(150);

/// The window is shown after this in any case.
const SHOW_TIMEOUT: Duration = Duration::from_millis(1500);

/// Shows a window that opens hidden.
pub struct FirstPaint {
    is_shown: AtomicBool,
    show: Box<dyn Fn() + Send + Sync>,
}

impl FirstPaint {
    /// A window that `show` shows.
    pub fn new(show: impl Fn() + Send + Sync + 'static) -> Self {
        Self { is_shown: AtomicBool::new(false), show: Box::new(show) }
    }

    /// Shows the window once it is painted.
    pub fn painted(&self) {
        self.show_once();
    }

    /// The page has loaded. macOS suspends scripts of a window that was never shown, so it may
    /// never report a paint.
    pub async fn loaded(&self) {
        sleep(SHOW_DELAY_AFTER_LOAD).await;
        self.show_once();
    }

    /// Shows a window that never reports a paint.
    pub async fn watch(&self) {
        sleep(SHOW_TIMEOUT).await;
        self.show_once();
    }

    /// Once: a window hidden by the user stays hidden.
    fn show_once(&self) {
        if !self.is_shown.swap(true, Ordering::SeqCst) {
            (self.show)();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
        time::Duration,
    };

    use tokio::time::{Instant, sleep};

    use super::FirstPaint;

    /// A window that counts how often it is shown.
    fn first_paint() -> (FirstPaint, Arc<AtomicU32>) {
        let shown = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&shown);
        let show = move || {
            counter.fetch_add(1, Ordering::SeqCst);
        };
        (FirstPaint::new(show), shown)
    }

    #[tokio::test(start_paused = true)]
    async fn a_window_that_never_reports_is_shown_by_the_watchdog() {
        let (first_paint, shown) = first_paint();
        let begun = Instant::now();
        first_paint.watch().await;
        assert_eq!((shown.load(Ordering::SeqCst), begun.elapsed()), (1, Duration::from_millis(1500)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_has_loaded_is_shown_although_its_scripts_say_nothing() {
        let (first_paint, shown) = first_paint();
        let begun = Instant::now();
        let load = async {
            sleep(Duration::from_millis(200)).await;
            first_paint.loaded().await;
            assert_eq!((shown.load(Ordering::SeqCst), begun.elapsed().as_millis()), (1, 350));
        };
        tokio::join!(load, first_paint.watch());
        assert_eq!(shown.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_painted_window_is_shown_at_once_and_never_again() {
        let (first_paint, shown) = first_paint();
        first_paint.painted();
        assert_eq!(shown.load(Ordering::SeqCst), 1);
        tokio::join!(first_paint.loaded(), first_paint.watch());
        first_paint.painted();
        assert_eq!(shown.load(Ordering::SeqCst), 1);
    }
}
