use std::sync::Arc;

use assay_model::{
    CheckedBase, CoreEvent, FieldReason, MenuGroup, NormalizedUrl, OpenedLink, Problem, ProblemCode,
    SystemNotification, UrlInput, address,
};

use crate::{
    events::Events,
    host::{System, Window},
    minute_limit::MinuteLimit,
    query_limits,
};

/// What the window asks of the desktop, and the desktop of the window.
pub(crate) struct WindowCalls {
    pub window: Arc<dyn Window>,
    pub system: Arc<dyn System>,
    pub events: Events,
    /// URLs that are opened in the browser.
    pub openings: MinuteLimit,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl WindowCalls {
    /// Only notifies the window: anyone can make a link.
    pub(crate) fn link_opened(&self, text: &str) {
        self.events.send_link(OpenedLink::read(text));
    }

    /// Notifies the window as an opened link does.
    pub(crate) fn sample_asked(&self) {
        self.events.send_link(OpenedLink::Sample);
    }

    /// Notifies the window of a command from the menu bar.
    pub fn command_chosen(&self, command: String) {
        self.events.send(&CoreEvent::Command { command });
    }

    /// Fills the system's menu bar, if there is one.
    pub async fn menu_show(&self, menu: Vec<MenuGroup>) -> Result<(), Problem> {
        self.window.show_menu(&menu);
        Ok(())
    }

    pub async fn notification_show(&self, notice: SystemNotification) -> Result<(), Problem> {
        for (field, text, most) in [("title", &notice.title, 100), ("body", &notice.body, 300)] {
            query_limits::length(field, text, most)?;
        }
        if notice.title.is_empty() {
            return Err(Problem::invalid("title", FieldReason::Required));
        }
        let system = Arc::clone(&self.system);
        let shown = tokio::task::spawn_blocking(move || system.show_notice(&notice)).await;
        shown.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
    }

    /// Opens the system's print dialog for what the window shows.
    pub async fn window_print(&self, (): ()) -> Result<(), Problem> {
        self.window.print_window()
    }

    /// Returns a new report's URL as it would be sent. Fails if it is invalid.
    pub async fn address_check(&self, typed: UrlInput) -> Result<NormalizedUrl, Problem> {
        let checked = address::check(&typed.url).map_err(|reason| Problem::invalid("url", reason))?;
        Ok(NormalizedUrl { url: checked.url.into(), fragment: checked.fragment })
    }

    /// Returns a connection's URL as it would be saved, and whether it is plain http. Fails if it
    /// is invalid.
    pub async fn base_check(&self, typed: UrlInput) -> Result<CheckedBase, Problem> {
        let base = address::base(&typed.url, true).map_err(|reason| Problem::invalid("url", reason))?;
        Ok(CheckedBase { url: address::base_text(&base), left_out: address::interface_path(&typed.url) })
    }

    /// Opens an http or https URL in the system's browser, at a limited rate.
    pub async fn address_open(&self, asked: UrlInput) -> Result<(), Problem> {
        let url = address::link(&asked.url).map_err(|reason| Problem::invalid("url", reason))?;
        if !url.username().is_empty() || url.password().is_some() {
            // "https://bank.example@elsewhere.example" opens another host.
            return Err(Problem::invalid("url", FieldReason::Credentials));
        }
        self.openings.count()?;
        self.system.open_address(url.as_str())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use assay_model::{MenuGroup, Problem, ProblemCode, SystemNotification, Theme, UrlInput, Zoom};

    use super::WindowCalls;
    use crate::{
        events::Events,
        host::{System, Window},
        minute_limit::MinuteLimit,
    };

    #[derive(Default)]
    struct Browser(Mutex<Vec<String>>);

    impl System for Browser {
        fn open_address(&self, address: &str) -> Result<(), Problem> {
            self.0.lock().unwrap().push(address.to_owned());
            Ok(())
        }

        fn show_notice(&self, _: &SystemNotification) -> Result<(), Problem> {
            Ok(())
        }
    }

    struct NoWindow;

    impl Window for NoWindow {
        fn show_window(&self) {}
        fn apply_theme(&self, _: Theme) {}
        fn apply_zoom(&self, _: Zoom) {}
        fn close_window(&self) {}
        fn show_menu(&self, _: &[MenuGroup]) {}
        fn show_progress(&self, _: Option<f64>) {}
        fn print_window(&self) -> Result<(), Problem> {
            Ok(())
        }
        fn prints_to_files(&self) -> bool {
            false
        }
        fn print_document(
            &self,
            _: String,
            _: Option<std::path::PathBuf>,
        ) -> crate::host::Pending<'_, Result<(), Problem>> {
            Box::pin(async { Ok(()) })
        }
    }

    #[tokio::test]
    async fn pages_open_in_the_browser_and_only_so_many() {
        let browser = Arc::new(Browser::default());
        let calls = WindowCalls {
            window: Arc::new(NoWindow),
            system: browser.clone(),
            events: Events::default(),
            openings: MinuteLimit::per_minute(1),
        };
        let page = || UrlInput { url: "https://a.example/x".to_owned() };
        calls.address_open(page()).await.unwrap();
        assert_eq!(calls.address_open(page()).await.unwrap_err().code, ProblemCode::TooOften);
        assert_eq!(*browser.0.lock().unwrap(), ["https://a.example/x"]);
    }
}
